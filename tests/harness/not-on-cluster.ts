/** What a Citus cluster cannot show, and why: whole files, and tests by their sentence. The list may only shrink. */
export const notOnCluster: { files?: string[]; tests?: string[]; reason: string }[] = [
  {
    files: ['tests/rules/queries.long.test.ts'],
    tests: [
      'is caught: a purge of everybody’s rows at once',
      'is caught: a claim that nobody has named',
      'is caught: a question for organisations that changes something',
      'is caught: a join that confines one of its tables',
    ],
    reason: 'they read plans, and the coordinator’s says which shard is asked and no more',
  },
  {
    files: [
      'server/platform/embedded-postgres/',
      'tests/harness/postgres.test.ts',
      'tests/program/full-disk.long.test.ts',
      'tests/program/private-files.long.test.ts',
      'tests/program/shop-create.test.ts',
    ],
    reason: 'they start a PostgreSQL of their own, or none',
  },
  {
    files: ['tests/memory/'],
    reason:
      'measures a process by tens of thousands of sales, whatever its database; a cluster takes many minutes for them',
  },
  {
    files: ['server/platform/postgres/migrate.test.ts'],
    reason:
      'they begin with an older schema, or none, and drop the extension with the newest; a cluster is distributed when it has that',
  },
  {
    files: [
      'server/operator/move/move-organisation.long.test.ts',
      'tests/scenarios/an-organisation-moves.long.test.ts',
    ],
    tests: [
      'while writes are stopped they are refused for a second, reads and others go on, and a mover that dies stops nobody',
    ],
    reason: 'nothing moves from or to a cluster; tests/cluster has that the command says so',
  },
  {
    tests: [
      'what backup writes, restore puts into an empty database: every row, every sequence, and books that add up',
      'of a file that is cut short nothing is restored, and the whole one can follow',
    ],
    reason: 'a cluster is backed up node by node; tests/cluster has that the commands say so',
  },
  {
    tests: ['a table that has grown is analysed, and is left alone until it has grown several times over'],
    reason: 'counts changes as one node tells at once; tests/cluster has the same for shards',
  },
]

export const isForCluster = (path: string): boolean =>
  !notOnCluster.some(({ files = [] }) => files.some((start) => path.startsWith(start)))
