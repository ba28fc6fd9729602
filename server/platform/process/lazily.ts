/** Made when it is first asked for, so that a start does not wait for what may never be needed. */
export function lazily<T>(make: () => T): () => T {
  let instance: { value: T } | undefined
  return () => {
    instance ??= { value: make() }
    return instance.value
  }
}
