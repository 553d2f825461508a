// The page without a connection speaks the language that was chosen here, or else the browser's, before the other, and
// gives way to the page that was asked for as soon as the server answers.
const chosen = document.cookie.match(/(?:^|; )lang=(\w+)/)?.[1] ?? navigator.language.slice(0, 2)
const words = [...document.querySelectorAll('section')]
const spoken = words.find(({ lang }) => lang === chosen) ?? words[0]
spoken.parentElement.insertBefore(spoken, words[0])
for (const other of words) other.querySelector('h1').hidden = other !== spoken
document.documentElement.lang = spoken.lang
document.title = spoken.querySelector('h1').textContent

const comeBack = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  )
addEventListener('online', comeBack)
// The server may be what is away, and then no event tells that it is back.
setInterval(comeBack, 5_000)
