import type { App } from './deps.ts'

/** The body of a one-click request repeats its URL; a form has an answer and a time for each of a few dates. */
const BODY_BYTES_MAX = 4096

/** A scope whose routes take bodies of any type, unread: forms of pages without scripts, and mail programs. */
export function acceptAnyBody(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, _body, done) => done(null),
  )
}

/** A scope whose routes take the bodies of forms, as text. */
export function acceptForms(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
}
