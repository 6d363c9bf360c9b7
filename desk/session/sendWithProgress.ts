import { HttpError } from 'react-admin'

/** `share`: how much of the body has been sent, from 0 to 1. */
export type OnShare = (share: number) => void
type Sending = {
  url: string
  body: FormData | Blob
  headers: Readonly<Record<string, string>>
  onShare: OnShare
}

/** A POST by the one interface of browsers that tells how far it is. @throws HttpError, with status 0 without an answer */
export function sendWithProgress({ url, body, headers, onShare }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new HttpError('', 0))
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status < 300) resolve(answer)
      else reject(new HttpError('', request.status, answer))
    }
    request.send(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
