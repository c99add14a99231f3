/** The W3C's name of an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export interface ElementReference {
  [ELEMENT]: string
}

/** A command that the browser refused; `code` is the standard's, such as `stale element reference`. */
export class WebDriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** One WebDriver session (https://www.w3.org/TR/webdriver2/) with only the commands that the stories need. */
export class WebDriverSession {
  readonly #address: string

  private constructor(address: string) {
    this.#address = address
  }

  /** `driver` is the origin of a WebDriver server. Times out after a minute: a driver without a display never answers. */
  static async start(driver: string, alwaysMatch: object): Promise<WebDriverSession> {
    const { sessionId } = await send<{ sessionId: string }>('POST', `${driver}/session`, {
      capabilities: { alwaysMatch },
    })
    return new WebDriverSession(`${driver}/session/${sessionId}`)
  }

  goTo = (url: string) => this.#post('/url', { url })
  refresh = () => this.#post('/refresh', {})
  address = () => send<string>('GET', `${this.#address}/url`)
  click = (element: ElementReference) => this.#post(`/element/${element[ELEMENT]}/click`, {})
  type = (element: ElementReference, text: string) => this.#post(`/element/${element[ELEMENT]}/value`, { text })
  /** A PNG in base64. */
  screenshot = () => send<string>('GET', `${this.#address}/screenshot`)
  /** `body` is a function's body. It calls its last argument with the result. */
  callAsync = <T>(body: string, args: readonly unknown[]) => this.#post<T>('/execute/async', { script: body, args })

  #post<T = null>(command: string, body: object): Promise<T> {
    return send<T>('POST', this.#address + command, body)
  }
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new WebDriverError(value.error ?? String(response.status), value.message ?? '')
  return value
}
