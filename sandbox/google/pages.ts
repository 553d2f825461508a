/** Somebody whom one can sign in as. */
export interface SandboxAccount {
  email: string
  name: string
  emailVerified: boolean
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

function page(mount: string, title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(mount)}/style.css">
</head>
<body>
<main>
<p class="ribbon">Sandbox. This is not Google, no password is needed.</p>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`
}

/** One button per account and one to cancel, each an ordinary form. */
export function chooserPage(mount: string, uid: string, client: string, accounts: Map<string, SandboxAccount>): string {
  const action = escapeHtml(`${mount}/choose/${uid}`)
  const buttons = [...accounts].map(
    ([subject, { name, email, emailVerified }]) => `<li><button name="account" value="${escapeHtml(subject)}">
<strong>${escapeHtml(name)}</strong>
<span>${escapeHtml(email)}</span>
${emailVerified ? '' : '<small>e-mail not verified</small>'}
</button></li>`,
  )
  return page(
    mount,
    'Choose an account',
    `<p>to continue to <b>${escapeHtml(client)}</b></p>
<form method="post" action="${action}">
<ul>
${buttons.join('\n')}
</ul>
</form>
<form method="post" action="${action}"><button class="cancel">Cancel</button></form>`,
  )
}

export function problemPage(mount: string, problem: string): string {
  return page(mount, 'Sign-in did not work', `<p>${escapeHtml(problem)}</p>`)
}

export const stylesheet = `:root { color-scheme: light dark; --ink: light-dark(#1f1f1f, #e8eaed); --quiet: light-dark(#5f6368, #bdc1c6); --line: light-dark(#c4c7c5, #5f6368) }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: light-dark(#f0f4f9, #202124) }
main { max-width: 28rem; margin: 2rem auto; padding: 1.5rem; border-radius: 1rem; background: light-dark(#fff, #2d2e30) }
h1 { margin: 1rem 0 0; font-size: 1.5rem; font-weight: 500 }
p { margin: .25rem 0 0; color: var(--quiet) }
.ribbon { margin: 0; padding: .5rem .75rem; border-radius: .5rem; font-weight: 600; color: #4a3300; background: #fdefc3 }
ul { margin: 1.25rem 0 .75rem; padding: 0; list-style: none }
button { display: grid; width: 100%; min-height: 3rem; padding: .6rem .9rem; border: 0; border-top: 1px solid var(--line); font: inherit; text-align: start; color: inherit; background: none; cursor: pointer }
button:hover { background: light-dark(#f0f4f9, #3c4043) }
button:focus-visible { outline: 3px solid light-dark(#0b57d0, #a8c7fa); outline-offset: -3px }
button span, button small { color: var(--quiet) }
.cancel { display: block; border: 1px solid var(--line); border-radius: 1.5rem; text-align: center }
`
