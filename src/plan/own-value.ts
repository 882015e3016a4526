/** A key that a file gives may be `constructor` or `toString`: only what the record itself holds counts. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
