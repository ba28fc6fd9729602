import type { Operation } from '../../operation.ts'
import { createOrder } from './create-order.manage.ts'

export const boxOfficeOperations: Operation[] = [createOrder]
