/** The test server as a process of its own. Its argument is JSON: the eras, and the tool name at which it dies. */
import { createInterface } from 'node:readline';
import { broken, type Era } from './behaviour.js';
import { stdioProcess } from './stdio.js';

const { eras = ['legacy', 'modern'], diesOf } = JSON.parse(process.argv[2] ?? '{}') as {
  eras?: Era[];
  diesOf?: string;
};
const take = stdioProcess({
  behaviour: broken({
    eras,
    fate: ({ message }) => (diesOf !== undefined && message.params?.['name'] === diesOf ? 'death' : 'answer'),
  }),
  die: () => process.exit(7),
});
createInterface({ input: process.stdin }).on(
  'line',
  (line) => void take(line, (answer) => void process.stdout.write(`${answer}\n`)),
);
