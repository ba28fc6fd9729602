import type { Expression } from 'typescript/unstable/ast'
import { type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'

const NO_OBJECT =
  TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.Void | TypeFlags.Undefined | TypeFlags.Null
const PRIMITIVE = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.BigIntLike
const NO_PROMISE = NO_OBJECT | PRIMITIVE | TypeFlags.ESSymbolLike

/** What a rule about promises asks of a type. Each question goes to the compiler's process once for a type. */
export type TypeQuestions = ReturnType<typeof typeQuestions>

export function typeQuestions(checker: Checker) {
  const thenable = once((type) => parts(type).some((part) => hasThen(part)))
  const returnsPromise = once((type) => returnTypes(type).some((returned) => isThenable(returned)))
  const returnsVoid = once((type) => {
    const returned = returnTypes(type)
    return returned.length > 0 && returned.every(({ flags }) => (flags & TypeFlags.Void) !== 0)
  })

  const parts = (type: Type): readonly Type[] => {
    if (!type.isUnionType()) return [type]
    return unlessTuple(() => type.getTypes().flatMap(parts)) ?? []
  }

  function hasThen(type: Type): boolean {
    if ((type.flags & NO_PROMISE) !== 0) return false
    if (type.isTypeParameter()) {
      const constraint = checker.getBaseConstraintOfType(type)
      return constraint !== undefined && constraint.id !== type.id && isThenable(constraint)
    }
    return checker.getPropertyOfType(type, 'then') !== undefined
  }

  const returnTypes = (type: Type): Type[] =>
    parts(type)
      .filter(({ flags }) => (flags & NO_PROMISE) === 0)
      .flatMap((part) => checker.getSignaturesOfType(part, SignatureKind.Call))
      .flatMap((signature) => checker.getReturnTypeOfSignature(signature) ?? [])

  /** A promise, a statement, or whatever else can be awaited; also where it is only one of several possibilities. */
  function isThenable(type: Type): boolean {
    return thenable(type)
  }

  const isListOfThenables = once((type) =>
    parts(type).some(
      (part) =>
        (part.flags & TypeFlags.Object) !== 0 &&
        part.isTypeReference() &&
        (checker.isArrayType(part) || checker.isTupleType(part)) &&
        checker.getTypeArguments(part).some(isThenable),
    ),
  )

  return {
    typesOf: (nodes: Expression[]): (Type | undefined)[] =>
      nodes.length === 0
        ? []
        : (unlessTuple(() => checker.getTypeAtLocation(nodes)) ??
          nodes.map((node) => unlessTuple(() => checker.getTypeAtLocation(node)))),
    isThenable,
    isListOfThenables,
    returnsPromise,
    /** Its caller does not look at what a function of this type answers with. */
    returnsVoid,
    /** By the name of its class or interface. */
    isNamed: (type: Type, name: string): boolean =>
      parts(type)
        .flatMap((part) => (part.isIntersectionType() ? part.getTypes() : [part]))
        .some((part) => part.getSymbol()?.name === name),
  }
}

/** Version 7.0.2 cannot describe a tuple, and fails the whole question; nothing that is written `[a, b]` is a promise itself. */
function unlessTuple<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof Error && error.message.includes('not *checker.TupleType')) return undefined
    throw error
  }
}

function once(question: (type: Type) => boolean): (type: Type) => boolean {
  const answers = new Map<number, boolean>()
  return (type) => {
    const known = answers.get(type.id)
    if (known !== undefined) return known
    answers.set(type.id, false)
    const answer = question(type)
    answers.set(type.id, answer)
    return answer
  }
}
