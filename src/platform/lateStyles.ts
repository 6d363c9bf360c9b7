import href from '../styles/late.css'

let sheet: Promise<unknown> | undefined

/** A part that needs the late style sheet, once that is there too. Without the sheet the part is plain, but works. */
export async function withLateStyles<Part>(part: Promise<Part>): Promise<Part> {
  // The server asks every page for its data, and draws none that needs the sheet.
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
