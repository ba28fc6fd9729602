import type { Operation } from '../../operation.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { gates } from './gate.ts'

const Body = Input({ name: Text(100) })

export const manageGates: Operation[] = [
  listOf(gates),
  retrieveOf(gates),
  createOf(gates, Body, (body) => body),
  changeOf(gates, Body, (body) => body),
  stepOf(
    gates,
    { verb: 'archive', done: 'archived', summary: 'Archive a gate', description: 'Old scans keep its name.' },
    () => ({ gate_status: 'archived' }),
  ),
]
