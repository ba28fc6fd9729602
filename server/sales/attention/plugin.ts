import type { Operation } from '../../operation.ts'
import { retrieveAttention } from './retrieve-attention.manage.ts'

export const attentionOperations: Operation[] = [retrieveAttention]
