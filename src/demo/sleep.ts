/** A wait, where there is no event to wait for: that nothing happens within a time. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
