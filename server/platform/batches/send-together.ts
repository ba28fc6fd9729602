/** A statement that has been written but not sent. */
type Sendable = PromiseLike<unknown> & { execute(): PromiseLike<unknown> }

/**
 * Sends statements in the order in which they are named, without waiting for each other, and answers by their names. What one
 * reads is as it is under the locks of those before it, and the whole costs one way to the database and back. One that is not
 * needed is undefined.
 */
export async function sendTogether<S extends Record<string, Sendable | undefined>>(
  statements: S,
): Promise<{ [Name in keyof S]: Awaited<S[Name]> }> {
  const names = Object.keys(statements)
  const answers = await Promise.all(Object.values(statements).map((statement) => statement?.execute()))
  return Object.fromEntries(names.map((name, index) => [name, answers[index]])) as {
    [Name in keyof S]: Awaited<S[Name]>
  }
}
