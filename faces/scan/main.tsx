import '../kit/tokens.css'
import '../kit/base.css'
import { render } from 'preact'
import { ScanApp } from './scan-app.tsx'

render(<ScanApp />, document.getElementById('app') ?? document.body)

// In development the page has to be the one that was just built.
const isDeveloped = document.querySelector('script[src$="/reload.js"]') !== null
if (!isDeveloped) navigator.serviceWorker?.register('/scan/worker.js', { scope: '/scan/' }).catch(() => undefined)
