import { retrieveAttention } from './retrieve-attention.manage.ts'

export const attentionOperations = [retrieveAttention]
