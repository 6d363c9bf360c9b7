/** The external page behind both footer buttons; its address is not shown in the specification. */
export const DISCLAIMER_URL = 'https://discordia.example/disclaimer'
