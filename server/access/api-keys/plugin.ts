import { createApiKey } from './create-api-key.manage.ts'
import { listApiKeys } from './list-api-keys.manage.ts'
import { revokeApiKey } from './revoke-api-key.manage.ts'
import { rollApiKey } from './roll-api-key.manage.ts'

export const apiKeyOperations = [listApiKeys, createApiKey, rollApiKey, revokeApiKey]
