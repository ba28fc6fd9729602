import fc from 'fast-check'

/**
 * Properties try the same examples in every run, so that a run fails because of a change and never by chance.
 * PROPERTY_SEED=<number> npm run test:run -- <file> tries others; a failure prints the seed that it was found with.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

export { fc }
