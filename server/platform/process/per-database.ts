/** One for each database that this process talks to, made when it is first asked for. */
export function perDatabase<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, T>()
  return (key) => {
    const there = made.get(key) ?? make(key)
    made.set(key, there)
    return there
  }
}
