// Runs in the head of the page, so that it is painted in the colours that were chosen.

import { applyTheme, theme } from "./settings.js";

applyTheme(theme());
