import { useState } from 'react'
import { Field, inputClasses } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { joined } from './look.ts'
import { onText, splitField } from './splitField.ts'
import type { TextFieldProps } from './TextField.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type'> & {
  /** Names of the toggle: while the password is hidden, and while it is shown. */
  toggleLabels: { show: string; hide: string }
}

/** A password field with a toggle that shows the characters. */
export function PasswordField({ onChange, toggleLabels, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const [field, rest] = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            onChange={onText(onChange)}
            className={joined(inputClasses, 'pe-12')}
          />
          <IconButton
            label={isShown ? toggleLabels.hide : toggleLabels.show}
            icon={isShown ? 'eyeOff' : 'eye'}
            onClick={() => setIsShown(!isShown)}
            className="absolute end-0 top-0 text-ink"
          />
        </span>
      )}
    </Field>
  )
}
