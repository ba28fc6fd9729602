/** Made when it is first asked for, so that a start does not wait for what nobody may ever want. */
export function lazily<T>(make: () => T): () => T {
  let instance: { value: T } | undefined
  return () => {
    instance ??= { value: make() }
    return instance.value
  }
}
