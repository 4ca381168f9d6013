/** Objects: required members, optional ones, and ones that nobody named; shrunk by leaving out before by making small. */
import * as fc from 'fast-check';
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';
import { shrunk } from './shrunk.js';

export interface RecordShape {
  readonly members: readonly {
    readonly key: string;
    readonly required: boolean;
    readonly value: fc.Arbitrary<unknown>;
  }[];
  /** Members that are named nowhere; undefined where there may be none. */
  readonly extra: { readonly key: fc.Arbitrary<string>; readonly value: fc.Arbitrary<unknown> } | undefined;
  readonly min: number;
  readonly max: number;
  readonly dependents: readonly (readonly [key: string, needs: readonly string[]])[];
}

type Members = ReadonlyMap<string, fc.Value<unknown>>;

const valueOf = (members: Members): fc.Value<JsonObject> =>
  new fc.Value(Object.fromEntries([...members].map(([key, { value }]) => [key, value])), members);

export class RecordArbitrary extends fc.Arbitrary<JsonObject> {
  readonly #shape: RecordShape;
  readonly #byKey: ReadonlyMap<string, RecordShape['members'][number]>;

  constructor(shape: RecordShape) {
    super();
    this.#shape = shape;
    this.#byKey = new Map(shape.members.map((member) => [member.key, member]));
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<JsonObject> {
    const { members, max } = this.#shape;
    // All, only the required ones, or each by chance: faults like both ends.
    const how = random.nextInt(0, 5);
    const chosen = new Set(
      members
        .filter(({ required }) => required || how < 2 || (how > 2 && random.nextInt(0, 1) === 1))
        .map(({ key }) => key),
    );
    this.#complete(chosen);
    this.#reduce(chosen, max, random);
    const made = new Map<string, fc.Value<unknown>>();
    for (const { key, value } of members) if (chosen.has(key)) made.set(key, value.generate(random, biasFactor));
    this.#extend(made, random, biasFactor);
    return valueOf(made);
  }

  /** Adds what the chosen members depend on, and what is missing to the least number of members. */
  #complete(chosen: Set<string>): void {
    const { members, dependents, min } = this.#shape;
    for (const { key } of members) if (chosen.size < min) chosen.add(key);
    for (let before = -1; before !== chosen.size;) {
      before = chosen.size;
      for (const [key, needs] of dependents) {
        if (chosen.has(key)) for (const need of needs) if (this.#byKey.has(need)) chosen.add(need);
      }
    }
  }

  #reduce(chosen: Set<string>, max: number, random: fc.Random): void {
    const optional = [...chosen].filter((key) => this.#byKey.get(key)?.required !== true);
    while (chosen.size > max && optional.length > 0) {
      for (const key of optional.splice(random.nextInt(0, optional.length - 1), 1)) chosen.delete(key);
    }
  }

  /** One time in eight, and wherever the least number asks for it, a member that the schema does not name. */
  #extend(made: Map<string, fc.Value<unknown>>, random: fc.Random, biasFactor: number | undefined): void {
    const { extra, min, max } = this.#shape;
    if (extra === undefined) return;
    const wanted = Math.min(max, Math.max(min, random.nextInt(0, 7) === 0 ? made.size + random.nextInt(1, 2) : 0));
    for (let attempt = 0; made.size < wanted && attempt < wanted * 4; attempt++) {
      const key = extra.key.generate(random, biasFactor).value;
      if (!this.#byKey.has(key)) made.set(key, extra.value.generate(random, biasFactor));
    }
  }

  canShrinkWithoutContext(value: unknown): value is JsonObject {
    return isObject(value) && this.#complies(Object.keys(value));
  }

  #valueAt(key: string): fc.Arbitrary<unknown> | undefined {
    return this.#byKey.get(key)?.value ?? this.#shape.extra?.value;
  }

  #complies(keys: readonly string[]): boolean {
    const { members, dependents, min, max } = this.#shape;
    const present = new Set(keys);
    if (keys.length < min || keys.length > max) return false;
    if (members.some(({ key, required }) => required && !present.has(key))) return false;
    return dependents.every(([key, needs]) => !present.has(key) || needs.every((need) => present.has(need)));
  }

  shrink(value: JsonObject, context: unknown): fc.Stream<fc.Value<JsonObject>> {
    const restored = Object.entries(value).map(([key, inner]) => [key, new fc.Value(inner, undefined)] as const);
    const members = (context as Members | undefined) ?? new Map(restored);
    return fc.stream(this.#smaller(members));
  }

  *#smaller(members: Members): Generator<fc.Value<JsonObject>> {
    const optional = [...members.keys()].filter((key) => this.#byKey.get(key)?.required !== true);
    const cuts = optional.length > 1 ? [optional, ...optional.map((key) => [key])] : [optional];
    for (const cut of cuts.filter(({ length }) => length > 0)) {
      const rest = new Map([...members].filter(([key]) => !cut.includes(key)));
      if (this.#complies([...rest.keys()])) yield valueOf(rest);
    }
    for (const [key, member] of members) {
      for (const smaller of shrunk(this.#valueAt(key), member)) yield valueOf(new Map(members).set(key, smaller));
    }
  }
}
