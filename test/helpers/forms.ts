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
