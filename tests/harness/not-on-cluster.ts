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
    files: ['server/platform/postgres/migrate.test.ts', 'server/platform/postgres/cell.test.ts'],
    reason:
      'they begin with an empty schema, or make a cell of another number, which a cluster’s sequences do not allow',
  },
  {
    tests: ['a table that has grown is analysed, and is left alone until it has grown several times over'],
    reason: 'counts changes as one node tells at once; tests/cluster has the same for shards',
  },
]

export const isForCluster = (path: string): boolean =>
  !notOnCluster.some(({ files = [] }) => files.some((start) => path.startsWith(start)))
