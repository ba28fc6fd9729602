/** Made when it is first asked for, so that a start does not wait for what nobody may ever want. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
