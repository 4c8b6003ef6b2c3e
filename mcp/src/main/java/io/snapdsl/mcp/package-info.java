/** What agents can ask snapdsl for over the Model Context Protocol. Every tool is a command that people type, too. */
package io.snapdsl.mcp;
