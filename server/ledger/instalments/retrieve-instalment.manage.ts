import { retrieveOf } from '../../resources/read-operations.ts'
import { instalments } from './instalment.ts'

export const retrieveInstalment = retrieveOf(instalments)
