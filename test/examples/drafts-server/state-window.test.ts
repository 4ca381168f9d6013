import { describe, expect, it } from 'vitest';
import { seedIds, start } from './helpers.js';

const stranger = { headers: { origin: 'https://evil.example' } };

describe('the window on the storage', () => {
  it('shows the start state with its fixed ids', async () => {
    const server = await start();
    const state = (await (await fetch(server.stateUrl)).json()) as { drafts: { id: string }[] };

    expect(Object.keys(state)).toEqual(['drafts']);
    expect(state.drafts.map((draft) => draft.id)).toEqual(seedIds);
    expect(Object.keys(state.drafts[0] ?? {})).toEqual(['id', 'title', 'body', 'status', 'owner']);
  });

  it('shows new drafts, without their keys, and resets', async () => {
    const server = await start({ delayMs: 0 });
    const fresh = await server.storage.create({
      title: 'T',
      body: 'B',
      status: 'draft',
      owner: 'writer',
      idempotencyKey: 'k',
    });
    const before: unknown = await (await fetch(server.stateUrl)).json();
    const reset = await fetch(server.resetUrl, { method: 'POST' });
    const after: unknown = await (await fetch(server.stateUrl)).json();

    expect(before).toMatchObject({ drafts: [{}, {}, fresh] });
    expect(fresh).not.toHaveProperty('idempotencyKey');
    expect(reset.status).toBe(200);
    expect(after).toEqual((await start()).storage.snapshot());
  });

  it('is closed to other methods and to pages of other sites', async () => {
    const server = await start();

    expect((await fetch(server.stateUrl, { method: 'POST' })).status).toBe(405);
    expect((await fetch(server.resetUrl)).status).toBe(405);
    expect((await fetch(server.resetUrl, { method: 'POST', ...stranger })).status).toBe(403);
  });

  it('leaves every other path alone', async () => {
    const server = await start();

    expect((await fetch(new URL('/admin', server.url))).status).toBe(404);
  });
});
