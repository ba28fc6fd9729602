// Answers a search while it is typed, with the list that the search page would show. Without a script Enter leads there.
const form = document.querySelector('.search')
const input = form.querySelector('input')
const found = document.getElementById('found')
const contents = document.querySelector('.contents')

// On a narrow screen the text comes first.
if (matchMedia('(max-width: 52rem)').matches) contents.open = false

let latest = 0
async function show() {
  latest += 1
  const turn = latest
  const query = input.value.trim()
  if (query === '') return hide()
  const answer = await fetch(`/docs/search?q=${encodeURIComponent(query)}`).catch(() => undefined)
  if (!answer?.ok || turn !== latest) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (turn !== latest) return
  found.replaceChildren(...page.getElementById('hits').childNodes)
  found.hidden = false
}

function hide() {
  latest += 1
  found.hidden = true
}

let waiting
input.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(show, 120)
})
document.addEventListener('keydown', (event) => {
  const typing = /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName)
  if (event.key === '/' && !typing) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape') hide()
  const links = [...found.querySelectorAll('a')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || found.hidden || !form.contains(event.target)) return
  event.preventDefault()
  const next = links[links.indexOf(document.activeElement) + step]
  if (next) next.focus()
  else input.focus()
})
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) hide()
})
