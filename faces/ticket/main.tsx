import '../kit/tokens.css'
import '../kit/base.css'
import { render } from 'preact'
import { TicketApp } from './ticket-app.tsx'
import { speak } from './words.ts'

// The browser's language, until the order has said its own.
await speak(null, undefined)
render(<TicketApp />, document.getElementById('app') ?? document.body)

// Without one the page works all the same, with a network only.
navigator.serviceWorker?.register('/t/worker.js', { scope: '/t/' }).catch(() => undefined)
