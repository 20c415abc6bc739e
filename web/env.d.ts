interface ImportMetaEnv {
  /** The API's address, for pages hosted on an origin other than the API's own. */
  readonly VITE_API_URL?: string;
}
