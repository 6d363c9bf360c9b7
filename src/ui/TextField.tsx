import { type ComponentPropsWithRef, type ReactElement, useState } from 'react'
import { IconButton } from './Button.tsx'
import { boxClasses, Field, type FieldText, onText, splitField } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'

const inputClasses = `block min-h-tap ${boxClasses}`

export type TextFieldProps = FieldText &
  Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'aria-describedby' | 'aria-invalid'> & {
    /** Omit it together with `value` for an uncontrolled field. */
    onChange?: (value: string) => void
    /** Positioned over the input, whose padding leaves room for it. */
    adornment?: ReactElement
    inputClassName?: string
  }

export function TextField({ onChange, adornment, inputClassName, ...props }: TextFieldProps) {
  const [field, rest] = splitField(props)
  return (
    <Field {...field}>
      {(control) => {
        const input = (
          <input
            type="text"
            {...rest}
            {...control}
            onChange={onText(onChange)}
            className={joined(inputClasses, inputClassName)}
          />
        )
        if (!adornment) return input
        return (
          <span className="relative block">
            {input}
            {adornment}
          </span>
        )
      }}
    </Field>
  )
}

export function SearchField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...props}
      type="search"
      inputClassName="ps-10 [&::-webkit-search-cancel-button]:hidden"
      adornment={
        <Icon
          name="search"
          className="pointer-events-none absolute start-3 top-0 h-tap text-ink-soft"
        />
      }
    />
  )
}

export type TextAreaProps = FieldText &
  Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'aria-describedby' | 'aria-invalid'> & {
    onChange?: (value: string) => void
    /** Above the text, in its frame. */
    toolbar?: ReactElement
  }

/** A field of several lines; it grows with its text if the browser supports that. */
export function TextArea({ onChange, toolbar, ...props }: TextAreaProps) {
  const [field, rest] = splitField(props)
  return (
    <Field {...field}>
      {(control) => {
        const area = (
          <textarea
            rows={5}
            {...rest}
            {...control}
            onChange={onText(onChange)}
            className={joined(
              boxClasses,
              'block field-sizing-content max-h-96 min-h-32 resize-y leading-normal',
              toolbar && 'rounded-t-none',
            )}
          />
        )
        if (!toolbar) return area
        return (
          <div>
            {toolbar}
            {area}
          </div>
        )
      }}
    </Field>
  )
}

type PasswordFieldProps = TextFieldProps & {
  /** Names of the toggle: while the password is hidden, and while it is shown. */
  toggleLabels: { show: string; hide: string }
}

export function PasswordField({ toggleLabels, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      inputClassName="pe-12"
      adornment={
        <IconButton
          label={isShown ? toggleLabels.hide : toggleLabels.show}
          icon={isShown ? 'eyeOff' : 'eye'}
          onClick={() => setIsShown(!isShown)}
          className="absolute end-0 top-0 text-ink"
        />
      }
    />
  )
}
