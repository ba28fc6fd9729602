import type { FastifyRequest } from 'fastify'
import { countCode, type Limited, requireFewer } from '../../people/mailed-codes/code-limits.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import { SaleError } from '../errors.ts'
import { basketCallerOf } from './item-rules.ts'

/** Of one basket within an hour: more than a buyer mistypes. */
export const OF_BASKET_MAX = 10
/** Of one address: a whole ground may share it, and of the codes that clubs print a hundred find none. */
export const OF_ADDRESS_MAX = 100

type Guess = { kind: 'discount code' | 'member code'; code: string | null | undefined; basketId?: string }

/**
 * Codes that a buyer types can be guessed, so that wrong ones are counted, for the basket and for the address of a web browser: beyond the
 * bound a right one is taken as little as a wrong one. Other baskets and other addresses do not have to wait.
 */
export async function boundGuesses<T>(
  deps: Pick<PlatformDeps, 'sql' | 'clock' | 'seal'>,
  request: Pick<FastifyRequest, 'orgId' | 'view'>,
  { kind, code, basketId }: Guess,
  work: () => Promise<T>,
): Promise<T> {
  if (code === undefined || code === null) return work()
  const { orgId } = request
  const { addressHash } = basketCallerOf(request.view, deps)
  const limited: Limited[] = [
    ...(basketId === undefined
      ? []
      : [{ name: [`wrong ${kind} of basket`, basketId], codesMax: OF_BASKET_MAX } as Limited]),
    ...(addressHash === null
      ? []
      : [{ name: [`wrong ${kind} of address`, addressHash], codesMax: OF_ADDRESS_MAX } as Limited]),
  ]
  const refusal = (headers: Record<string, string>) => new SaleError('rate_limit_codes', { headers })
  await requireFewer(orgId, deps.sql, deps.clock(orgId), limited, refusal)
  try {
    return await work()
  } catch (error) {
    // Once the change is rolled back, in a transaction of its own: else nothing would be counted.
    if (isWrong(error)) await deps.sql.begin((tx) => countCode(orgId, tx, deps.clock(orgId), limited, refusal))
    throw error
  }
}

/** A code that there is not; one that has run out, or is for another event, is no guess. */
const isWrong = (error: unknown): boolean =>
  error instanceof ApiError &&
  ((error.code === 'resource_missing' && error.param === 'discount_code') ||
    (error.code === 'parameter_invalid' && error.param === 'code'))
