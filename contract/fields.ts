/** Characters of single-line inputs, passwords included (behaviour 9.2; ruling 42). */
export const TEXT_MAX = 400
/** Characters of multi-line fields, which have no limit in the forms; this one protects the server (ruling 42). */
export const LONG_TEXT_MAX = 20_000
/** Characters of the name under which browsers save a file. */
export const FILE_NAME_MAX = 200
/** Largest id that both databases and JSON carry without loss in an `integer` column. */
export const ID_MAX = 2_147_483_647
/** One line with a visible character: no line break, no bidirectional embedding, override or isolate. */
export const LINE_PATTERN =
  '^(?=.*[^\\s\\u2800\\p{C}\\p{Default_Ignorable_Code_Point}])[^\\n\\r\\u202a-\\u202e\\u2066-\\u2069]+$'
/** Something@something.tld: a plain pattern for both screens (ruling 59). */
export const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'
/** http or https, a host without credentials before it, no blanks. `safeUrl` refuses more. */
export const WEB_URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]\\S*)?$'
export const PASSWORD_MIN = 8
