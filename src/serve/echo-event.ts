/** The same in an event of a stream, whose data may be spread over lines. Source: WHATWG HTML § 9.2.6. */
import { applyEdits, echoEdits, type Echo, type Edit } from './echo.js';

const DATA_LINE = /(?:^|\r\n|\n|\r)data(?:: ?([^\r\n]*)|(?=[\r\n]|$))/g;

/** A line of data: where it stands in the event, and where in the data that the lines make together. */
interface DataLine {
  readonly inEvent: number;
  readonly inData: number;
  readonly text: string;
}

function dataLines(event: string): DataLine[] {
  const lines: DataLine[] = [];
  let inData = 0;
  for (const { 0: all, 1: text = '', index } of event.matchAll(DATA_LINE)) {
    lines.push({ inEvent: index + all.length - text.length, inData, text });
    inData += text.length + 1;
  }
  return lines;
}

/** A JSON token never spans lines, so both of its ends lie in one line of data. */
const toEvent = ({ start, end, text }: Edit, lines: readonly DataLine[]): Edit[] => {
  const line = lines.findLast(({ inData }) => inData <= start);
  const shift = line === undefined ? 0 : line.inEvent - line.inData;
  return line === undefined ? [] : [{ start: start + shift, end: end + shift, text }];
};

/** The bytes of an event with the caller's tokens; the same buffer where there is none in it. */
export function echoEvent(raw: Buffer, echo: Echo): Buffer {
  const event = raw.toString('latin1');
  const lines = dataLines(event);
  const edits = echoEdits(lines.map(({ text }) => text).join('\n'), echo).flatMap((edit) => toEvent(edit, lines));
  return edits.length === 0 ? raw : Buffer.from(applyEdits(event, edits), 'latin1');
}

/** The bytes of a body with the caller's tokens; the same buffer where there is none in it. */
export function echoBody(body: Buffer, echo: Echo): Buffer {
  const text = body.toString('latin1');
  const edits = echoEdits(text, echo);
  return edits.length === 0 ? body : Buffer.from(applyEdits(text, edits), 'latin1');
}
