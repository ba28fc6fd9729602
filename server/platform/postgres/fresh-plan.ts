/**
 * Sends a query without keeping its plan. After five runs PostgreSQL may settle on a plan for the average organisation, and
 * what is quick for a hundred customers reads all million of the largest one to show it a page (12 times as long at 60,000
 * rows, and growing). Planning costs less than a millisecond for a list; single rows by their key are better off without this.
 */
export function freshPlan<Query extends object>(query: Query): Query {
  const { options } = query as { options?: { prepare?: boolean } }
  if (!options) throw new Error('freshPlan takes a query that has not been sent')
  options.prepare = false
  return query
}
