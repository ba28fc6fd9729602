// Sends an operation to this very server from its section of the reference. The key stays in this tab, and has to be a sandbox's: a reader
// tries things out, and nothing that is tried may charge a fan.
const KEY = 'grandstand-docs-key'
const SANDBOX = /^gs_(?:sk|pk)_test_\w+$/

// Who comes from the console brings the key along, in a part of the address that no server sees and that is gone at once.
const brought = /^#key=(gs_(?:sk|pk)_test_\w+)$/.exec(location.hash)?.[1]
if (brought) {
  sessionStorage.setItem(KEY, brought)
  history.replaceState(null, '', location.pathname + location.search)
}

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const field = (label, name, value, attributes = {}) => {
  const input = make('input', { name, autocomplete: 'off', spellcheck: 'false', ...attributes })
  input.value = value
  return make('label', {}, make('span', {}, label), input)
}

/** What stands for something of the reader's own is left for them to fill in. */
const given = (value) => (value === undefined || /^\$[A-Z]/.test(String(value)) ? '' : String(value))

function buildForm({ method, path, query, example, isOpen }, id) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const { params = {}, query: asked = {}, body } = example
  const form = make('form', { class: 'try', 'aria-label': `Try ${method} ${path}` })
  if (!isOpen)
    form.append(
      field('Key of a sandbox', 'key', sessionStorage.getItem(KEY) ?? '', {
        type: 'password',
        required: '',
        placeholder: 'gs_sk_test_…',
      }),
    )
  for (const name of names) form.append(field(name, `path ${name}`, given(params[name]), { required: '' }))
  for (const name of query) form.append(field(name, `query ${name}`, given(asked[name])))
  if (method !== 'GET' && body !== undefined) {
    const text = make('textarea', {
      name: 'body',
      rows: String(Math.min(14, JSON.stringify(body, null, 2).split('\n').length)),
      spellcheck: 'false',
    })
    text.value = JSON.stringify(body, null, 2)
    form.append(make('label', {}, make('span', {}, 'Body'), text))
  }
  const answer = make('div', { class: 'answer', role: 'status', id: `${id}-answer` })
  form.append(make('button', { type: 'submit' }, 'Send'), answer)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send({ method, path, names, query, isOpen }, new FormData(form), answer)
  })
  return form
}

function addressOf({ path, names, query }, data) {
  const filled = names.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(data.get(`path ${name}`))),
    path,
  )
  const pairs = query.map((name) => [name, data.get(`query ${name}`)]).filter(([, value]) => value !== '')
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`
}

async function send(operation, data, answer) {
  const { method, isOpen } = operation
  const headers = {}
  if (!isOpen) {
    const key = String(data.get('key')).trim()
    if (!SANDBOX.test(key))
      return say(answer, 'Take a key of a sandbox, gs_sk_test_… or gs_pk_test_…: a live key does things in earnest.')
    sessionStorage.setItem(KEY, key)
    headers.authorization = `Bearer ${key}`
  }
  const body = data.get('body')
  if (body !== null) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['idempotency-key'] = crypto.randomUUID()
  say(answer, 'Sending…')
  const begun = performance.now()
  try {
    const reply = await fetch(addressOf(operation, data), {
      method,
      headers,
      ...(body === null ? {} : { body }),
      credentials: 'omit',
    })
    const text = await reply.text()
    const ms = Math.round(performance.now() - begun)
    show(answer, `${reply.status} in ${ms} ms, ${reply.headers.get('request-id') ?? ''}`, readable(reply, text))
  } catch {
    say(answer, 'The server did not answer.')
  }
}

function readable(reply, text) {
  const type = reply.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json'))
    return type.startsWith('text/') ? text : `${type}, ${text.length} characters`
  return JSON.stringify(JSON.parse(text), null, 2)
}

const say = (answer, words) => answer.replaceChildren(make('p', {}, words))
const show = (answer, head, text) =>
  answer.replaceChildren(make('p', {}, head), make('pre', { tabindex: '0' }, make('code', {}, text)))

for (const place of document.querySelectorAll('[data-try]')) {
  const operation = JSON.parse(place.dataset.try)
  const button = make('button', { type: 'button', class: 'open-try', 'aria-expanded': 'false' }, 'Try it')
  button.addEventListener('click', () => {
    const open = place.querySelector('form')
    if (open) open.remove()
    else {
      place.append(buildForm(operation, place.dataset.id))
      place.querySelector('input, textarea, button[type=submit]').focus()
    }
    button.setAttribute('aria-expanded', String(!open))
  })
  place.append(button)
}
