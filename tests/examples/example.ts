import type { Static, TObject } from 'typebox'
import type { Scope } from '../../server/access/scopes.ts'
import type { House, Tenant } from '../harness/house.ts'

/** Where a row type is a type only: the schema to compare with, held to that type by the compiler. */
export const rowOf =
  <Row>() =>
  <S extends TObject>(schema: Static<S> extends Row ? (Row extends Static<S> ? S : never) : never): TObject =>
    schema as TObject

export type Scalar = string | number | boolean

export type OperationExample = {
  /**
   * The row types of the SQL that it sends: the columns that come back are compared with them. Left out where only a few
   * columns are looked up; `any` where rows are handed on as they are.
   */
  rows?: TObject[] | 'any'
  /** A publishable key may call it, from a web page. */
  publishable?: true
  /** Scopes that its caller needs besides the operation's own: a caller gives no more than it has. */
  besides?: readonly Scope[]
  /** What of the answer is the same each time, where a signature says when it was made. */
  lasting?: (text: string) => string
  /** Makes the rows that the request needs and returns the request. It is called many times, also for one tenant. */
  make?: (house: House, tenant: Tenant) => Promise<Example>
}

export type Example = {
  params?: Record<string, Scalar>
  /** Parameters that it cannot do without. */
  query?: Record<string, Scalar>
  /** A value for each optional parameter of the query; several, where one cannot be sent without the other. */
  filters?: Record<string, Scalar | Record<string, Scalar>>
  /** All of them at once, where their values depend on each other, as those of a cursor do. */
  together?: Record<string, Scalar>
  body?: Record<string, unknown>
  /** A body that is as good as the first but not equal to it. */
  otherBody?: Record<string, unknown>
  headers?: Record<string, string>
  /**
   * Where ids of the tenant stand (`params.customer_id`, `filters.event_id`, `body.members.0.membership_member_id`), each with
   * an id of the same form that nothing has.
   */
  ids?: Record<string, Scalar>
  /** Fields that end in `_id` without naming a row of the tenant, such as `filters.event_status_id`. */
  notIds?: string[]
}
