import './styles/site.css'
import { afterFirstView, currentUrl, keepEarlyInput } from '#src/platform/firstView.ts'

const openedAt = currentUrl()
const endEarlyInput = keepEarlyInput()

/** Scripts and texts that a page rendered by the server needs only after its first view. */
const later = document.querySelector<HTMLTemplateElement>('#later')

/** One long task would block the first touches of a phone. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** All parts are fetched at once, and each is evaluated on its own. */
async function load(): Promise<void> {
  if (later) document.head.append(later.content)
  await import(/* webpackChunkName: "react-dom" */ 'react-dom/client')
  await nextTask()
  await import(/* webpackChunkName: "start" */ './store/reducer.ts')
  await nextTask()
  const { startSite } = await import(/* webpackChunkName: "start" */ './app/start.tsx')
  await nextTask()
  await startSite(openedAt, endEarlyInput)
}

// A page rendered by the server is readable and its links work: the scripts wait for its pictures.
if (later) afterFirstView(load)
else void load()
