import { test } from 'node:test'
import { hostileStatements } from '../../../tests/builders/hostile-files.ts'
import { assertLinear } from '../../../tests/harness/growth.ts'
import { readBankStatement } from './read-bank-statement.ts'
import { StatementFileError } from './statement.ts'

/** Large enough that a quadratic reader is seen, and small enough for the quick run. */
const CHARACTERS = 400_000

for (const { name, write, mapping } of hostileStatements)
  test(`reading a hostile statement takes no longer than its length says, ${name}`, () => {
    assertLinear(name, CHARACTERS, write, (file: string) => {
      try {
        readBankStatement(file, mapping)
      } catch (error) {
        if (!(error instanceof StatementFileError)) throw error
      }
    })
  })
