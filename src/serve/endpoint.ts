/** The address in the first event of a 2024-11-05 stream: an absolute one leads to us, not to the recorded server. */
import { leadToProxy } from '../proxy/host.js';
import type { EventEdit } from './plan.js';
import type { Places } from './head.js';

const ENDPOINT = /(?:^|[\r\n])event: ?endpoint(?=[\r\n])/;
const DATA = /((?:^|[\r\n])data: ?)([^\r\n]*)/;

export function endpointEdit({ recorded, own }: Places): EventEdit {
  return (raw) => {
    if (recorded === undefined || raw.length > 4096) return raw;
    const event = raw.toString('latin1');
    if (!ENDPOINT.test(event)) return raw;
    const led = event.replace(DATA, (_all, field: string, url: string) => field + leadToProxy(url, recorded, own));
    return led === event ? raw : Buffer.from(led, 'latin1');
  };
}
