import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { ComposedMail, Deliver, MailOutcome } from './deliver.ts'

export type SmtpTimes = { connectMs: number; silenceMs: number; wholeMs: number }

const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 15_000, wholeMs: 45_000 }
/** Servers hang up on a client that sends too much over one connection, or says nothing for long. */
const MAILS_A_CONNECTION = 100
const IDLE_MS = 2_000

type SmtpError = Error & { code?: string; response?: string; responseCode?: number; command?: string }

/** A connection, and a promise that is broken when it is lost. */
type Line = { connection: SMTPConnection; lost: Promise<never>; open: boolean; mails: number; idle?: NodeJS.Timeout }

/**
 * A connection carries mails one after the other, and is closed unless the server has accepted the last one: so an attempt that was
 * given up cannot arrive after all. nodemailer's own transports would hide the moment that decides between trying again and
 * never again: the first byte of the content.
 */
export function smtpDelivery(url: string, times: SmtpTimes = TIMES): Deliver {
  const { auth, ...options } = parseConnectionUrl(url)
  const resting: Line[] = []

  function newLine(): Line {
    const connection = new SMTPConnection({
      ...options,
      connectionTimeout: times.connectMs,
      greetingTimeout: times.connectMs,
      dnsTimeout: times.connectMs,
      socketTimeout: times.silenceMs,
    })
    const { promise, reject } = Promise.withResolvers<never>()
    const line: Line = { connection, lost: promise, open: false, mails: 0 }
    connection.on('error', reject)
    connection.once('end', () => {
      drop(line)
      reject(Object.assign(new Error('connection lost'), { code: 'ECONNECTION' }))
    })
    // A caller that awaits it hears of the failure; when none does, nothing is lost.
    promise.catch(() => {})
    return line
  }

  function drop(line: Line): void {
    clearTimeout(line.idle)
    const at = resting.indexOf(line)
    if (at !== -1) resting.splice(at, 1)
    line.connection.close()
  }

  function rest(line: Line): void {
    line.mails += 1
    if (line.mails >= MAILS_A_CONNECTION) {
      drop(line)
      return
    }
    line.idle = setTimeout(() => drop(line), IDLE_MS).unref()
    resting.push(line)
  }

  async function talk({ connection, open }: Line, mail: ComposedMail, content: Readable): Promise<void> {
    if (!open) {
      await promised((done) => connection.connect(done))
      // A server that has lost its sign-in would refuse every recipient, which must not be taken for their fault.
      if (auth && !connection.allowsAuth) throw Object.assign(new Error('no sign-in is offered'), { code: 'ENOAUTH' })
      if (auth) await promised((done) => connection.login(auth, done))
    }
    const envelope = { from: mail.from, to: [mail.to], size: mail.bytes.length }
    await promised((done) => connection.send(envelope, content, (error) => done(error)))
  }

  async function attempt(
    line: Line,
    mail: ComposedMail,
    handOver: () => Promise<void>,
  ): Promise<MailOutcome | 'stale'> {
    const reused = line.open
    let begun = false
    let handedOver = false
    const content = Readable.from(
      (async function* () {
        begun = true
        await handOver()
        handedOver = true
        yield mail.bytes
      })(),
    )
    try {
      await within(times.wholeMs, line, talk(line, mail, content))
      line.open = true
      rest(line)
      return { result: 'sent' }
    } catch (error) {
      drop(line)
      const failure = error as SmtpError
      const stale = reused && !begun && !isAnswer(failure)
      return stale ? 'stale' : outcomeOf(failure, handedOver)
    }
  }

  return async (mail, handOver) => {
    for (;;) {
      const line = resting.pop() ?? newLine()
      clearTimeout(line.idle)
      // A connection that rested may have been closed by the server: nothing has left, and a new one will do.
      const outcome = await attempt(line, mail, handOver)
      if (outcome !== 'stale') return outcome
    }
  }
}

/** The callback of a command as a promise. */
const promised = (command: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    command((error) => (error ? reject(error) : resolve()))
  })

/** Silence between two words is bounded by the socket; a server that drips single letters is bounded here. */
async function within(wholeMs: number, { lost }: Line, talking: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const tooSlow = () => late.reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(tooSlow, wholeMs)
  // The slower of the two fails after the caller has its answer.
  talking.catch(() => {})
  try {
    await Promise.race([talking, lost, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const isAnswer = ({ responseCode }: SmtpError) => responseCode !== undefined && responseCode >= 400

/** Refusals that are about this mail. One of the sign-in or of the sender is the operator's to mend, and worth a retry. */
const ABOUT_THE_MAIL = /^(?:RCPT TO|DATA)$/
/**
 * What says that mail to this address will never be read: no such mailbox or domain, moved, disabled (RFC 3463). A full
 * mailbox is emptied, and a refusal by policy says something about the sender.
 */
const NO_SUCH_MAILBOX = /^5[0-9]{2}[ -](?:5\.1\.(?:[0-36]|10)|5\.2\.1)(?![0-9])/
/** Said to a sender whom the server does not know: about us, and not about the recipient. */
const ABOUT_US = /relay|authenticat/i
const HAS_STATUS = /^[0-9]{3}[ -][245]\.[0-9]{1,3}\.[0-9]{1,3}(?![0-9])/

function outcomeOf(error: SmtpError, handedOver: boolean): MailOutcome {
  const { code = 'EUNKNOWN', response = '', responseCode = 0, command = '' } = error
  const answered = isAnswer(error)
  const errorCode = answered ? `smtp_${responseCode}` : code.toLowerCase().slice(0, 64)
  if (handedOver && !answered) return { result: 'unknown', errorCode }
  // Too large for this server, or an address in letters that it does not know.
  const unfit = !answered && (code === 'EMESSAGE' || code === 'EENVELOPE')
  const final =
    unfit ||
    (answered && responseCode >= 500 && (handedOver || (ABOUT_THE_MAIL.test(command) && !ABOUT_US.test(response))))
  if (!final) return { result: 'later', errorCode }
  const noSuchMailbox =
    command === 'RCPT TO' &&
    (NO_SUCH_MAILBOX.test(response) || (!HAS_STATUS.test(response) && [550, 551, 553].includes(responseCode)))
  return { result: 'refused', errorCode, noSuchMailbox }
}
