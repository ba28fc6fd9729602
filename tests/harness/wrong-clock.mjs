// Loaded before a program (node --import): its machine's clock is wrong by WRONG_BY_MS. What counts elapsed time stays right.
const wrongByMs = Number(process.env.WRONG_BY_MS)
const rightNow = Date.now
globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [rightNow() + wrongByMs] : args))
  }
  static now() {
    return rightNow() + wrongByMs
  }
}
