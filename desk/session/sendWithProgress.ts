import { HttpError } from 'react-admin'

/** @param share of the body that has been sent, from 0 to 1 */
export type OnShare = (share: number) => void
type Sending = {
  url: string
  body: FormData | Blob
  headers: Readonly<Record<string, string>>
  onShare: OnShare
}

/** A POST by XMLHttpRequest: `fetch` reports no progress. @throws HttpError, with status 0 without a response */
export function sendWithProgress({ url, body, headers, onShare }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new HttpError('', 0))
    request.onload = () => {
      // Null where the body is no JSON.
      const response: unknown = request.response
      if (request.status < 300) resolve(response)
      else reject(new HttpError('', request.status, response))
    }
    request.send(body)
  })
}
