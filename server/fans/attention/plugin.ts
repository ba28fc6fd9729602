import { retrieveAttention } from './retrieve-attention.manage.ts'
import { retrieveSetup } from './retrieve-setup.manage.ts'

export const attentionOperations = [retrieveAttention, retrieveSetup]
