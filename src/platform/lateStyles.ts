import href from '../styles/late.css'

let sheet: Promise<unknown> | undefined

/** Resolves to a part once the late style sheet is loaded too. If the sheet fails, the part is plain but works. */
export async function withLateStyles<Part>(part: Promise<Part>): Promise<Part> {
  // The server loads every page for its data, but renders none that needs the sheet.
  if (typeof document === 'undefined') return part
  sheet ??= addSheet()
  await sheet
  return part
}

const addSheet = () =>
  new Promise<unknown>((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = resolve
    link.onerror = (event) => {
      sheet = undefined
      resolve(event)
    }
    document.head.append(link)
  })
