import type { Operation } from '../operation.ts'
import { createOrder } from './create-order.ts'

export const boxOfficeOperations: Operation[] = [createOrder]
