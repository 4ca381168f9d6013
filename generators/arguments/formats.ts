/**
 * Strings of the common formats. Ajv takes `format` as an annotation, as the specification does, but a server may well
 * insist on it: a valid call keeps to it. Source: JSON Schema 2020-12 validation § 7.3.
 */
import * as fc from 'fast-check';

const two = (value: number): string => String(value).padStart(2, '0');

const dates = (): fc.Arbitrary<Date> =>
  fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true });

const hostnames = (): fc.Arbitrary<string> => fc.domain().filter((name) => name.length <= 60);

const FORMATS: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  date: () => dates().map((date) => date.toISOString().slice(0, 10)),
  'date-time': () => dates().map((date) => date.toISOString()),
  time: () => fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((parts) => `${parts.map(two).join(':')}Z`),
  duration: () => fc.tuple(fc.nat(30), fc.nat(23)).map(([days, hours]) => `P${days}DT${hours}H`),
  email: () => fc.emailAddress(),
  'idn-email': () => fc.emailAddress(),
  hostname: hostnames,
  'idn-hostname': hostnames,
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  uri: () => fc.webUrl({ validSchemes: ['http', 'https'] }),
  url: () => fc.webUrl({ validSchemes: ['http', 'https'] }),
  iri: () => fc.webUrl({ validSchemes: ['http', 'https'] }),
  'uri-reference': () => fc.oneof(fc.webUrl(), fc.webPath({ size: 'small' })),
  'iri-reference': () => fc.oneof(fc.webUrl(), fc.webPath({ size: 'small' })),
  'uri-template': () => fc.constantFrom('https://example.com/{id}', '/items{?page}', 'plain'),
  uuid: () => fc.uuid(),
  'json-pointer': () =>
    fc
      .array(fc.stringMatching(/^[a-z0-9]{0,6}$/), { maxLength: 4 })
      .map((parts) => parts.map((part) => `/${part}`).join('')),
  'relative-json-pointer': () => fc.nat(9).map((up) => `${up}/a`),
  regex: () => fc.constantFrom('^a+$', '[0-9]{2,4}', '.*', 'a|b'),
  int32: () => fc.integer().map(String),
  byte: () => fc.base64String({ maxLength: 40 }),
};

/** Undefined for a format that is not known, which then says nothing. */
export const formatted = (format: string): fc.Arbitrary<string> | undefined =>
  Object.hasOwn(FORMATS, format) ? FORMATS[format]?.() : undefined;
