/** zod, the library that validates the service's answers. Bundled into `dist` by the build, like every file beside this one. */
export { z } from 'zod';
