import type { UserEvent } from '@testing-library/user-event'

/*
 * The test environment has Node's FormData (its requests need that one), which cannot read a form element.
 * `letFormsBeRead()` makes it so for one test file: new FormData(form) holds the text fields of the form.
 */
export function letFormsBeRead(): void {
  const Plain = globalThis.FormData
  class FormFields extends Plain {
    constructor(form?: HTMLFormElement) {
      super()
      for (const field of form?.querySelectorAll('input, textarea') ?? []) {
        const { name, value } = field as HTMLInputElement
        if (name !== '') this.append(name, value)
      }
    }
  }
  beforeEach(() => {
    globalThis.FormData = FormFields
  })
  afterEach(() => {
    globalThis.FormData = Plain
  })
}

/** Fills a field as a password manager does: in one change, not one per key. */
export async function fillIn(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field)
  await user.paste(text)
}
