import type { Operation } from '../operation.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rollApiKey } from './roll-api-key.ts'

export const apiKeyOperations: Operation[] = [listApiKeys, createApiKey, rollApiKey, revokeApiKey]
