/** A server of raw sockets: each connection is handed to the test, with what it wrote. */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** What each connection has written so far, as Latin-1. */
  readonly received: string[];
  /** Resolves with the number of the first connection that its client closed. */
  readonly closedByClient: Promise<number>;
}

/** Starts it; `onRequest` runs when the bytes of a connection end its head, once for each connection. */
export async function rawServer(onRequest: (socket: Socket, request: string) => void): Promise<RawServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let markClosed!: (connection: number) => void;
  const closedByClient = new Promise<number>((resolve) => (markClosed = resolve));
  const server = net.createServer((socket) => {
    const i = received.push('') - 1;
    sockets.add(socket);
    let isAnswered = false;
    socket.on('data', (bytes) => {
      received[i] += bytes.toString('latin1');
      if (isAnswered || !received[i]?.includes('\r\n\r\n')) return;
      isAnswered = true;
      onRequest(socket, received[i] ?? '');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => markClosed(i + 1));
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, port, received, closedByClient };
}
