/** What a Citus cluster cannot show, and why. Tests without a file of their own are named by their sentence. The list may only shrink. */
export const notOnCluster: { files?: string[]; tests?: string[]; reason: string }[] = [
  {
    files: ['tests/rules/queries.test.ts', 'tests/rules/background.test.ts', 'tests/rules/database.test.ts'],
    reason:
      'they read the plans and the catalogue of one PostgreSQL; the coordinator’s plan says which shard is asked, and no more',
  },
  {
    files: ['server/platform/embedded-postgres/', 'tests/harness/postgres.test.ts', 'tests/program/', 'tests/memory/'],
    reason: 'they start a PostgreSQL of their own, or measure a process whatever database it has',
  },
  {
    files: [
      'server/platform/postgres/migrate.test.ts',
      'tests/schema/membership-orders-moved.test.ts',
      'server/people/organisation/live-or-sandbox.test.ts',
    ],
    reason: 'they begin with the schema of an older version; a cluster is distributed when it has the newest',
  },
  {
    files: [
      'server/platform/postgres/cell.test.ts',
      'server/operator/move/',
      'tests/scenarios/an-organisation-moves.test.ts',
    ],
    reason:
      'they make cells of other numbers, or move an organisation: a cluster is cell 0, and nothing moves from or to it',
  },
  {
    tests: ['a table that has grown is analysed, and is left alone until it has grown several times over'],
    reason: 'counts changes as one node tells at once; tests/cluster has the same for shards',
  },
]

export const isForCluster = (path: string): boolean =>
  !notOnCluster.some(({ files = [] }) => files.some((start) => path.startsWith(start)))
